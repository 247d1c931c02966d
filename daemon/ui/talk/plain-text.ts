/** What could mean something in Markdown, or be a link. */
const meaning = /[*_`~#<>[\]|\\&]|^\s*(?:[-+=]|\d+[.)])|https?:|www\.|\S@\S|^ {4}|\n\n/m

/** Whether a text is shown as it stands, so that nothing has to be read as Markdown. */
export const isPlain = (text: string): boolean => !meaning.test(text)

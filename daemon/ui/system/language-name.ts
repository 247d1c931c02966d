/** What a language (BCP 47) is called in another; a tag that is none stays as it is. */
export function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

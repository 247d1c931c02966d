const written = /(?<=[\p{L}\p{N},;:'’] )\p{Lu}[\p{L}'’-]+/gu

/** The names in a text as they are written: what is written large, but for the first word of a sentence. */
export function namesIn(text: string): Set<string> {
  const names = [...text.matchAll(written)].map(([name]) => name.replace(/['’]s$/, ''))
  return new Set(names.filter((name) => !/^I(?:['’]|$)/.test(name)))
}

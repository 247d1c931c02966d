const entities = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
] as const

/** A text as an element of XML holds it. */
export const escapeXml = (text: string) =>
  entities.reduce((done, [plain, entity]) => done.replaceAll(plain, entity), text)

/** Such a text as it was. */
export const unescapeXml = (text: string) =>
  entities.toReversed().reduce((done, [plain, entity]) => done.replaceAll(entity, plain), text)

/** Named parts of templates: each is written as a template itself. */
export type Slots = Readonly<Record<string, string>>

const slot = /\[([\p{L}][\p{L} -]*)\]/gu
const maxDepth = 5

/**
 * Compiles a template into a regular expression that looks at whole words, whatever their case. It is written as an
 * expression, in which `[name]` stands for a slot, a blank for any white space, ` ?` for any or none, and `'` for any
 * apostrophe or none. Throws for a slot that is not there.
 */
export function compile(template: string, slots: Slots, flags = 'iu'): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${sourceOf(template, slots)})(?![\p{L}\p{N}])`, flags)
}

/** The source of the expression that a template is, to be part of another one. Throws for a slot that is not there. */
export const sourceOf = (template: string, slots: Slots): string =>
  expand(template, slots)
    .replaceAll("'", "['’]?")
    .replaceAll(' ?', String.raw`\s*`)
    .replaceAll(' ', String.raw`\s+`)

/** A template with its slots filled in and all else as it is written. Throws for a slot that is not there. */
export function expand(template: string, slots: Slots, depth = 0): string {
  if (depth > maxDepth) throw new Error(`slots within slots: ${template}`)
  return template.replaceAll(slot, (_, name: string) => {
    const slot = slots[name]
    if (slot === undefined) throw new Error(`there is no slot [${name}], as in ${template}`)
    return `(?:${expand(slot, slots, depth + 1)})`
  })
}

/** A template of what any of some templates finds. */
export const anyOf = (templates: readonly string[]): string =>
  templates.map((template) => `(?:${template})`).join('|')

/** One expression for all of some templates. */
export const compileAny = (templates: readonly string[], slots: Slots, flags = 'iu'): RegExp =>
  compile(anyOf(templates), slots, flags)

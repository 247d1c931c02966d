import { stemmer } from 'stemmer'

/** Words of questions that say what is wanted, not of what. */
const asking: ReadonlySet<string> = new Set(
  `what where when who whose whom which how why do does did is are was were am be been can could would will shall should
  have has had a an the of to for in on at by with about from as it its this that these those there here and or but so
  again please tell me remind know remember recall told you i my mine we our us he she him her his they them their any
  some name names named called call long often many much old time day date again exactly really just ever anything
  something thing things kind sort before go say said talk mean think idea let see look get got give gave go goes gone went
  ask asked happen happened make made one ones now then last next still also than too very well yes no not into onto
  over under behind near after before during between through up down out off away back around until since while going
  doing being having getting took take takes taking keep kept put use used need needed want wanted start started i'd
  i'm i've i'll it's that's there's what's who's where's when's how's each every both all anyone someone everybody
  anybody somebody everyone always never usually currently recently lately today tonight planning plan plans mention
  mentioned supposed bit lot first new idea quick exactly precisely must should mustn shouldn whereabouts
  wherever`
    .split(/\s+/)
    .map(stemmer),
)

/** Whether a word says nothing of what a text is about. */
export function isAsking(word: string): boolean {
  return asking.has(
    stemmer(
      word
        .toLowerCase()
        .replaceAll('’', "'")
        .replace(/^can't$/, 'can')
        .replace(/^won't$/, 'will')
        .replace(/n't$|'\w+$/, ''),
    ),
  )
}

/** The words of a text that say what it is about, in their order and without a possessive `'s`. */
export function contentWords(text: string): string[] {
  const said = text.normalize('NFKC').match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
  const plain = said.map((word) => word.replace(/['’]s$/, '')).filter((word) => word.length > 0)
  return plain.filter((word) => !isAsking(word))
}

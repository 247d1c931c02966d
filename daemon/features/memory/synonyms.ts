/** Words of English that mean the same in what people tell of themselves, a line each; forms that no ending gives too. */
const lines = `
be am is are
have has
go goes going
like love enjoy adore
hate detest loathe
live reside
buy purchase
bought purchased
repair fix mend
begin start
speak talk
mother mum mom mama mummy mommy
father dad papa daddy
grandmother grandma granny
grandfather grandpa granddad
child kid
children kids
doctor dr physician
lawyer attorney
neighbour neighbor
car automobile
bicycle bike
aeroplane airplane plane
flat apartment
sofa couch
refrigerator fridge
television tv telly
telephone phone
film movie
photo photograph picture
holiday vacation
rubbish garbage trash
biscuit cookie
sweets candy
trousers pants
colour color
favourite favorite
grey gray
theatre theater
afraid scared frightened
ill sick
happy glad
big large
every each`

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

const names = new Map([
  ...lines
    .trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((word) => [word, line] as const)),
  ...numbers.map((word, at) => [word, String(at + 1)] as const),
])

/** One name for a word and all that mean the same; the word itself where there is no other. Numbers are their digits. */
export function meaningOf(word: string): string {
  return names.get(word) ?? word
}

import { stemmer } from 'stemmer'

/** Words that mean the same in everyday talk: each line is one meaning. */
const same = `
  mum mother mom mama mummy mommy
  dad father papa daddy
  grandma grandmother granny nan nana gran
  grandpa grandfather granddad grandad
  wife spouse
  husband spouse
  partner boyfriend girlfriend fiance fiancee
  puppy dog pup doggy
  kitten cat kitty
  car automobile vehicle
  bike bicycle cycle
  flat apartment
  house home place
  live living lives reside moved based
  job work profession occupation career living employed
  works work working
  boss manager supervisor
  colleague coworker workmate
  doctor gp physician
  dentist orthodontist
  phone mobile telephone cell
  tv television telly
  sofa couch
  fridge refrigerator
  trousers pants
  holiday vacation trip
  film movie
  shop store supermarket
  present gift
  kid kids child children
  baby newborn infant
  ill sick unwell
  medicine medication tablets pills drug
  allergic allergy allergies
  old age aged turns turned
  married wedding marry
  birthday born birth
  meet meeting appointment
  exam test
  school class
  university uni college
  money cash
  purse wallet
  glasses spectacles
  garden yard
  rubbish trash bin garbage
  football soccer
  happy glad pleased
  sad unhappy down
  afraid scared frightened fear
  favourite favorite love like prefer enjoy adore fond best
  hate dislike detest loathe stand
  begin start begins starts started
  finish end ends ended
  buy bought purchase got get
  big large
  little small
  picture photo photograph
  learn learning study studying
  neighbour neighbor
  arrive arrives arriving come comes coming visit visiting visits
  leave leaves depart departs
  park parked
  hide hid hidden
  keep kept put left stored store
  said told tell
  eat eats ate food meal dish
  drink drinks drank
  colour color
  number code pin password
  dream dreams wish wishes
`

/** What is of a kind: the kind before the colon. */
const kinds = `
  pet: dog cat hamster rabbit parrot budgie fish tortoise guinea horse
  animal: dog cat hamster rabbit parrot budgie fish tortoise horse cow
  child: son daughter
  sibling: brother sister
  parent: mother father
  grandparent: grandmother grandfather
  relative: mother father brother sister son daughter aunt uncle cousin grandmother grandfather niece nephew
  family: mother father brother sister son daughter aunt uncle cousin wife husband
  drink: tea coffee juice wine beer water cocoa milk
  food: pizza pasta soup bread cake chocolate cheese fish meat
  instrument: guitar piano violin drums flute cello trumpet
  sport: football tennis swimming running cycling yoga climbing
  colour: red blue green yellow purple orange pink black white brown grey turquoise
`

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

const meanings = new Map<string, Set<number>>()
for (const [meaning, line] of lines(same).entries()) {
  for (const word of line.split(' ')) {
    const stem = stemmer(word)
    meanings.set(stem, (meanings.get(stem) ?? new Set()).add(meaning))
  }
}

const kindsOf = new Map<string, string[]>()
for (const line of lines(kinds)) {
  const [kind = '', members = ''] = line.split(': ')
  for (const member of members.split(' ')) {
    const stem = stemmer(member)
    kindsOf.set(stem, [...(kindsOf.get(stem) ?? []), stemmer(kind)])
  }
}

/** Whether two stems mean the same in everyday talk. */
export function meanSame(one: string, other: string): boolean {
  if (one === other) return true
  const others = meanings.get(other)
  return others !== undefined && [...(meanings.get(one) ?? [])].some((meaning) => others.has(meaning))
}

/** Whether `stem` is of a kind, such as a puppy of the pets. */
export function isKindOf(stem: string, kind: string): boolean {
  for (const [member, known] of kindsOf) {
    if (meanSame(stem, member) && known.some((one) => meanSame(one, kind))) return true
  }
  return false
}

/** People and animals that somebody has: to mix two of them up is worse than to know nothing. */
const roles = new Set(
  `mother father grandmother grandfather brother sister son daughter wife husband partner aunt uncle cousin niece nephew
  friend boss colleague neighbour teacher doctor dentist dog cat hamster rabbit parrot budgie tortoise horse baby landlord
  plumber flatmate roommate trainer coach therapist lawyer stepmother stepfather godmother godfather grandson
  granddaughter twin`
    .split(/\s+/)
    .map(stemmer),
)

/** The role that a stem names, by one name for all words of it; null for none. */
export function roleOf(stem: string): string | null {
  if (roles.has(stem)) return stem
  for (const role of roles) if (meanSame(stem, role)) return role
  return null
}

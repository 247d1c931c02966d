/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const split = (list: string) => list.split(',').map((word) => word.trim())

const lists: Readonly<Record<string, readonly string[]>> = {
  who: split(
    `Ann,Ben,Clara,David,Emma,Felix,Greta,Hugo,Ida,Jonas,Karla,Leo,Marta,Nils,Olivia,Paul,Rosa,Simon,Tilda,Viktor,
    grandmother,grandfather,my sister,my brother,aunt Vera,uncle Otto,the neighbour,my boss,the plumber,our teacher,
    Doctor Weber,Mrs Lind,Mr Okafor,cousin Mira,the landlord,my best friend`,
  ),
  thing: split(
    `piano,bicycle,tent,camera,kettle,sewing machine,telescope,violin,lawn mower,passport,blue suitcase,coffee grinder,
    winter coat,toolbox,chess set,garden hose,vacuum cleaner,sleeping bag,guitar,laptop charger,first aid kit,drill,
    photo album,wedding ring,spare key,umbrella,sourdough starter,printer,ladder,fishing rod,baby monitor,car seat`,
  ),
  place: split(
    `kitchen,cellar,garage,attic,garden shed,harbour,library,old town,swimming pool,office,bakery,train station,clinic,
    school hall,market,cottage by the lake,hallway cupboard,top drawer,museum,gym,airport,vineyard,church,playground,
    botanical garden,workshop,balcony,mountain hut,pharmacy,theatre`,
  ),
  food: split(
    `lentil soup,apple pie,grilled salmon,mushroom risotto,pancakes,goat cheese,pickled herring,black coffee,rye bread,
    spicy curry,peanut butter,strawberry jam,roast chicken,tofu,blueberries,dark chocolate,fennel tea,oysters,olives`,
  ),
  activity: split(
    `swimming,rowing,painting,knitting,choir practice,learning Spanish,hiking,baking bread,playing chess,yoga,bird watching,
    restoring furniture,running,pottery,photography,fencing,gardening,dancing tango,writing letters,repairing clocks`,
  ),
  time: split(
    `on Monday,on Tuesday evening,every Wednesday,on Thursdays,last Friday,on Saturday morning,each Sunday,in January,
    in early spring,in May,last summer,in August,in late autumn,before Christmas,at noon,at seven in the evening,
    two years ago,next month,in the school holidays,right after work`,
  ),
  feeling: split(
    `happy,worried,proud,tired,relieved,nervous,grateful,annoyed,surprised,homesick,excited,calm,sad,curious,hopeful`,
  ),
  reason: split(
    `because of a sore knee,because the train was late,since it reminds of childhood,as the doctor advised,to save money,
    because of an allergy,for the big anniversary,since the old one broke,to be outdoors more,because the rent went up,
    after a long talk with the family,as a surprise,because nobody else had time,to sleep better at night`,
  ),
}

/** Syllables of surnames and streets: the rare words, of which there are some thousands. */
const syllables = {
  begin: split(
    `Al,Ber,Bran,Cal,Dor,El,Fal,Gar,Hal,Ing,Jor,Kel,Lar,Mar,Nor,Os,Pel,Quin,Ros,Sal,Tor,Ul,Ver,Wil,Yar,Zel,Stor,Grun,
    Blom,Fris`,
  ),
  middle: split(`a,e,i,o,en,er,an,in,ol,um`),
  end: split(
    `berg,dahl,feld,gren,holm,kamp,lund,mann,nes,ner,rud,sen,stad,strom,ton,vik,wick,worth,beck,ford`,
  ),
}

const rareName = (random: () => number) =>
  Object.values(syllables)
    .map((part) => pick(part, random))
    .join('')

const statements = [
  '{who} keeps the {thing} in the {place}',
  '{who} and {who} went to the {place} {time} and felt {feeling} about it',
  '{who} likes {food} but does not eat {food} any more {reason}',
  'Remember that {who} has to bring the {thing} to the {place} {time}, number {number}',
  '{who} started {activity} {time} {reason}',
  'The {thing} was bought at the {place} for {number} crowns and {who} has the receipt',
  '{who} was {feeling} when {who} talked about {activity} at the {place} {time}',
  'The appointment with {who} at the {place} is {time}, room {number}, and the {thing} should come along {reason}',
  '{who} promised to lend {who} the {thing} {time}',
  'We had {food} with {who} at the {place} {time}, and everybody was {feeling} {reason}',
  'The code of the {place} is {number} and {who} knows it too',
  '{who} met {name} from {name} Street at the {place} {time}',
  'The {thing} of the {name} family is still in our {place}, and {who} was {feeling} about it',
  '{name} runs the {place} near {name}, where {who} has been {activity} {time}',
  'Mrs {name} called {time} {reason} and asks for the {thing}',
  '{who} gave up {activity} {reason} and takes up {activity} {time}, which makes {who} {feeling}',
]

const questions = [
  'where is the {thing}',
  'what does {who} like to eat',
  'who went to the {place} {time}',
  'when did {who} start {activity}',
  'what did we pay for the {thing}',
  'why was {who} {feeling} at the {place}',
  'who has the {thing} of {who}',
  'appointment with {who} at the {place}',
  'the code of the {place}',
  'who likes {food} and {activity}',
  'what did Mrs {name} want',
  'who lives in {name} Street',
]

/** The earlier in its list, the more often a word is said. */
function pick(all: readonly string[], random: () => number): string {
  return all[Math.floor(random() ** 2 * all.length)] ?? ''
}

function fill(template: string, random: () => number): string {
  return template.replaceAll(/\{(\w+)\}/g, (_whole, list: string) => {
    if (list === 'number') return String(Math.floor(random() * 9_000) + 100)
    if (list === 'name') return rareName(random)
    return pick(lists[list] ?? [], random)
  })
}

const countWords = (text: string) => text.split(' ').length
const maxWords = 30

function memoryText(random: () => number): string {
  const first = fill(pick(statements, random), random)
  const both = `${first}. ${fill(pick(statements, random), random)}`
  return random() < 0.4 && countWords(both) <= maxWords ? both : first
}

function questionText(random: () => number): string {
  const question = fill(pick(questions, random), random)
  return random() < 0.5 ? question : `${question} ${pick(lists['time'] ?? [], random)}`
}

function distinct(count: number, make: () => string): string[] {
  const all = new Set<string>()
  while (all.size < count) all.add(make())
  return [...all]
}

/** Different things that people might want remembered, of one statement or two, 6 to 30 words; the same for a seed. */
export function memoryTexts(count: number, seed: number): string[] {
  const random = seeded(seed)
  return distinct(count, () => memoryText(random))
}

/** Different things that people might ask for; the same for a seed. */
export function questionTexts(count: number, seed: number): string[] {
  const random = seeded(seed)
  return distinct(count, () => questionText(random))
}

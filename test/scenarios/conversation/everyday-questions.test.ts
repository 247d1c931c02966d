import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sharedHousehold } from '../../support/household.ts'
import { rest } from '../../support/wire/rest.ts'

/** Somebody who tells everyday things and asks for them. */
interface Household {
  readonly member: string
  readonly told: readonly string[]
  /** A question, and what must be in the answer; null for what was never told. */
  readonly asked: readonly (readonly [string, RegExp | null])[]
}

const households: readonly Household[] = [
  {
    member: 'ruth',
    told: [
      'My brother-in-law Stefan drives a tram in Manchester.',
      "I'll be forty on the 3rd of October.",
      'The Christmas decorations are in a suitcase on top of the wardrobe.',
      'I take my tea with oat milk and no sugar.',
      'My grandmother came over from Cork in 1951. She worked in a jam factory until she retired.',
      "My daughter Isla has started the violin, and her teacher's called Mrs Pereira.",
      'I gave up smoking two years ago.',
      'Our car is a red Skoda and it needs new tyres.',
      "I don't eat pork.",
      "Stefan's wife Ola is a paediatrician.",
    ],
    asked: [
      ['What does Stefan do for work?', /tram/],
      ["When's my birthday?", /October/],
      ['How old am I going to be?', /forty/],
      ['Where did we store the Christmas decorations?', /wardrobe|suitcase/],
      ['How do I have my tea?', /oat/],
      ['Where did my grandmother work?', /jam/],
      ['Where was my grandmother from?', /Cork/],
      ['Who teaches Isla the violin?', /Pereira/],
      ['Which instrument is Isla learning?', /violin/],
      ['How long ago did I stop smoking?', /two years/],
      ['What make is our car?', /Skoda/],
      ['What does the car need?', /tyres/],
      ['Do I eat pork?', /I don't eat pork/],
      ['Who is Stefan married to?', /Ola/],
      ["What's Isla's favourite colour?", null],
      ['How old is Stefan?', null],
    ],
  },
  {
    member: 'marek',
    told: [
      'I share a flat with two mates, Joel and Samir.',
      'Our landlady, Mrs Kaur, lives downstairs.',
      "The rent's £480 a month and it's due on the first.",
      "I'm reading physics at Leeds, second year.",
      'My girlfriend Nadia broke her wrist snowboarding.',
      "I can't stand loud chewing.",
      'My bike got nicked outside the library last week.',
      'My exam on thermodynamics is on the 9th of June at ten.',
      "I've got an interview with Rolls-Royce on Monday.",
      'My parents run a guest house in Whitby.',
      'I like olives but not anchovies.',
      "The spare key's with Mrs Kaur.",
    ],
    asked: [
      ['Who do I live with?', /Joel/],
      ['Where does our landlady live?', /downstairs/],
      ["What's our landlady called?", /Kaur/],
      ['How much is the rent?', /480/],
      ['When do I have to pay the rent?', /first/],
      ['What am I studying?', /physics/],
      ['Where do I study?', /Leeds/],
      ['How did Nadia hurt her wrist?', /snowboard/],
      ['What noise do I hate?', /chewing/],
      ['Where was my bike stolen?', /library/],
      ["When's my thermodynamics exam?", /9th/],
      ['Which company am I going to for an interview?', /Rolls/],
      ['What do my mum and dad do?', /guest house/],
      ['Do I like olives?', /I like olives/],
      ['Who has the spare key?', /Kaur/],
      ["What's Joel's phone number?", null],
      ['Where does Nadia work?', null],
    ],
  },
  {
    member: 'lena',
    told: [
      "I'm a solicitor at a small firm called Hart and Bell.",
      'My husband Owen retired from the fire service last year.',
      'Our twins, Max and Freya, turn five in August.',
      'Freya is scared of spiders.',
      'Max will only eat plain rice at the moment.',
      'I bought the blue sofa at a charity shop for sixty pounds.',
      'My passport runs out in January.',
      'I usually go running along the canal before breakfast.',
      'I speak Welsh and a bit of Polish.',
      'The plumber, Mr Doyle, said that the boiler has five years left.',
      'I was born in Swansea.',
      'I want to visit Japan when the twins are older.',
    ],
    asked: [
      ['Where do I work?', /Hart/],
      ['What did Owen use to do?', /fire/],
      ['How old will the twins be in August?', /five/],
      ['What are the twins called?', /Max/],
      ['What is Freya afraid of?', /spiders/],
      ['What does Max eat?', /rice/],
      ['How much did the sofa cost?', /sixty/],
      ['Where did I get the sofa?', /charity/],
      ['When does my passport expire?', /January/],
      ['Where do I go running?', /canal/],
      ['Which languages do I speak?', /Welsh/],
      ['What did the plumber say about the boiler?', /five years/],
      ['Where was I born?', /Swansea/],
      ['Which country would I love to visit?', /Japan/],
      ["What's the name of Owen's mother?", null],
      ['When do the twins start school?', null],
    ],
  },
  {
    member: 'abe',
    told: [
      'My late wife Irene sang in the cathedral choir.',
      'My grandson Theo is studying to be a pilot.',
      "I keep my reading glasses in the bread bin, so I can't lose them.",
      'The doctor says that I must cut down on salt.',
      "I've got a hospital appointment on Tuesday at 9.15.",
      'I grew up on a farm near Hexham with three sisters.',
      'My neighbour across the landing, Bea, does my shopping on Fridays.',
      'I used to play the accordion in a dance band.',
      'My favourite biscuit is a garibaldi.',
      "My cat is called Duchess and she's nineteen.",
    ],
    asked: [
      ["What was my wife's name?", /Irene/],
      ['Where did Irene sing?', /cathedral/],
      ['What does Theo want to become?', /pilot/],
      ['Where are my glasses?', /bread bin/],
      ['What should I eat less of?', /salt/],
      ['What time is my hospital appointment?', /9\.15/],
      ['How many sisters did I have?', /three/],
      ['Where did I grow up?', /Hexham/],
      ['Who does my shopping?', /Bea/],
      ['On which day is my shopping done?', /Friday/],
      ['Which instrument did I play?', /accordion/],
      ['What biscuit do I like best?', /garibaldi/],
      ['How old is my cat?', /nineteen/],
      ["What's Bea's surname?", null],
    ],
  },
]

/** The share of the questions that must be answered right, and of those that may be answered wrong as if it were right. */
const leastRight = 0.88
const maxFalseShare = 0.05

const admits = (reply: string) => /\bhaven't told me\b|\bnot sure you've told me\b/.test(reply)

describe('Everyday questions', () => {
  it('are answered from what was told, or honestly not at all', async (t) => {
    const { daemon, newMember } = await sharedHousehold('moving')
    let [right, wrong, of] = [0, 0, 0]
    for (const { member, told, asked } of households) {
      const { access_token: token } = await newMember(member)
      const talk = async (content: string): Promise<{ content: string; confidence: number }> => {
        const { body } = await rest(daemon, 'POST /conversation/message', { token, payload: { content } })
        return body.data.response
      }
      for (const content of told) await talk(content)
      for (const [question, wanted] of asked) {
        const { content, confidence } = await talk(question)
        of += 1
        if (wanted === null ? admits(content) : wanted.test(content)) {
          right += 1
          continue
        }
        if (!admits(content)) wrong += 1
        t.diagnostic(`${question} → ${content} (${confidence})`)
      }
    }
    t.diagnostic(`${right} of ${of} right, ${wrong} false`)
    assert.ok(right >= of * leastRight, `${right} of ${of}`)
    assert.ok(wrong <= of * maxFalseShare, `${wrong} of ${of} false`)
  })
})

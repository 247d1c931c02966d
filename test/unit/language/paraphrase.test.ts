import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minSimilarity, sayTheSame } from '../../../daemon/language/en/memory/paraphrase.ts'
import { makeManifest, openTestEmbedding, ownModel } from '../../support/memory/embedding.ts'
import { dot } from '../../support/memory/random-vectors.ts'

const pairsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((side) => side.trim()))
    .map(([one = '', other = '']) => [one, other] as const)

/** Say the same, and are found. */
const same = pairsOf(`
  I love hiking in the mountains | I like to hike in the mountains
  I like hiking in the mountains | I really enjoy hiking in the mountains
  My car is parked in the underground garage | My automobile is parked in the underground garage
  On Sundays we go to church | We go to church on Sundays
  My dog is called Rex | My dog's name is Rex
  My mother lives in Hamburg | My mum lives in Hamburg
  I have got two cats | I have 2 cats
  I am allergic to peanuts | I'm also allergic to peanuts
  My favourite colour is blue | My favorite color is blue
  I live in a flat in Vienna | I live in an apartment in Vienna
  I usually drink coffee in the morning | I drink coffee in the morning
  We watch a movie every Friday evening | We watch a film every Friday evening
  My dad is afraid of spiders | My father is scared of spiders
  I go to work by bike | I go to work by bicycle
  We bought a new sofa for the living room | We purchased a new couch for the living room
  I play the piano | I'm playing piano
  I still work at the bakery | I work at the bakery
  I don't eat meat | I do not eat any meat
  Anna and I like to dance | Anna and I love dancing
  My sister works as a nurse in Bonn | My sister is a nurse in Bonn
  We're moving to Spain next year | Next year we are moving to Spain
  The plumber comes on Monday to repair the sink | On Monday the plumber is coming to fix the sink
  I love hiking | I like to hike
  I love tea | I like tea
  I hate spiders | I detest spiders
  My mum is ill | My mother is sick
  My car is red | My automobile is red
  I have a bike | I've got a bicycle
  My dad is a doctor | My father is a physician
  I like dogs | I love dogs
  I enjoy swimming | I like to swim
  I am happy | I am glad
  We have two kids | We have 2 children
  I live in a flat | I live in an apartment
  My granny bakes | My grandmother bakes
  I watch TV | I watch television
  I often swim | I swim
`)
/** Say the same in words that are too different to be sure. */
const unsure = pairsOf(`
  The kids have piano lessons every Tuesday | The children have a piano lesson each Tuesday
  In the evening I read a book | I read books in the evening
  I am a vegetarian | I don't eat meat
  I live in Berlin | Berlin is my home
  I am allergic to peanuts | I have a peanut allergy
  My dentist appointment is on Tuesday | I have a dentist appointment on Tuesday
  My sister Anna lives in Berlin | Anna, my sister, lives in Berlin
  I work as a teacher at a primary school | I teach at a primary school
  I take my coffee black | I drink my coffee without milk
  The wifi password is on the fridge | The wifi password hangs on the refrigerator
  I jog along the river every morning | Every morning I go for a run along the river
  My knee hurts when I climb stairs | Climbing stairs makes my knee hurt
  I find crowded places stressful | Crowded places stress me out
  Grandma bakes the best apple pie | My grandmother's apple pie is the best
`)
/** Are close in meaning, and say something else. */
const close = pairsOf(`
  My son is 7 years old | My son is 8 years old
  The alarm code is 4711 | The alarm code is 4712
  I have two cats | I have three cats
  The train leaves at 5 pm | The train leaves at 6 pm
  I have a dog | I have two dogs
  The rent is 800 euros | The rent is 850 euros
  Our house number is 12 | Our house number is 12a
  The flight to Lisbon leaves on 3 May at 10:40 | The flight to Lisbon leaves on 3 May at 11:40
  It was -5 degrees in the shed this morning | It was 5 degrees in the shed this morning
  The blue suitcase was bought for $300 at the airport | The blue suitcase was bought for €300 at the airport
  My sister is called Anna | My sister is called Bella
  my sister is called anna | my sister is called bella
  Peter lives in Hamburg | Paul lives in Hamburg
  I had lunch with Maria at the Italian restaurant by the lake on Friday | I had lunch with Marta at the Italian restaurant by the lake on Friday
  My boss is called Robert | My boss is called Roberts
  my aunt is called marie and lives by the sea | my aunt is called mary and lives by the sea
  We moved to Berlin | We moved to Munich
  My sister Anna lives in Berlin | My sister lives in Berlin
  my sister anna lives in berlin | my sister lives in berlin
  Doctor Weber is my dentist | Doctor Lind is my dentist
  I work at Siemens as an engineer | I work at Bosch as an engineer
  Ann keeps the spare key | Anne keeps the spare key
  I like coffee | I don't like coffee
  I eat meat | I do not eat meat
  I am allergic to nuts | I am not allergic to nuts
  I can swim | I can't swim
  I take sugar in my coffee | I take no sugar in my coffee
  My brother smokes | My brother never smokes
  My brother smokes | My brother no longer smokes
  I take my pills with milk | I take my pills without milk
  The neighbour with the big garden is coming to dinner on Saturday evening | The neighbour with the big garden is not coming to dinner on Saturday evening
  I hardly sleep at night | I sleep at night
  I used to smoke | I smoke
  Nobody has the key to the shed | Somebody has the key to the shed
  I like tea, not coffee | I like coffee, not tea
  I love spinach | I hate spinach
  I take my pills before breakfast | I take my pills after breakfast
  The shed is to the left of the house | The shed is to the right of the house
  My tea must be hot | My tea must be cold
  My favourite colour is blue | My favourite colour is green
  The bins are collected on Monday | The bins are collected on Tuesday
  My birthday is in May | My birthday is in June
  I am allergic to peanuts | I am allergic to strawberries
  The spare key is in the kitchen | The spare key is in the garage
  My brother works as a cook | My brother works as a carpenter
  I have a cat | I have a dog
  My wife is a doctor | My wife is a teacher
  Ann likes Ben | Ben likes Ann
  The flight goes from Berlin to Rome | The flight goes from Rome to Berlin
  I called Anna | Anna called me
  My sister helps my brother | My brother helps my sister
  I am taller than my brother | My brother is taller than me
  My car is red | His car is red
  I like tea | She likes tea
  My brother works at the bank | My brother-in-law works at the bank
  My sister lives in Rome | My wife's sister lives in Rome
  My daughter is ill | My daughter's teacher is ill
  My mother likes opera | My father likes opera
  I live in Berlin | I lived in Berlin
  I have a dog | I had a dog
  I am a nurse | I was a nurse
  I will move to Rome | I moved to Rome
  I might buy a house | I bought a house
  I always take the bus | I sometimes take the bus
  We always go by train | We rarely go by train
  I drink tea and coffee | I drink tea or coffee
  I have a garden | I would like a garden
  I can play the violin | I want to play the violin
`)
/** Are of one topic. */
const related = pairsOf(`
  My dentist is Doctor Weber | I am afraid of the dentist
  I like hiking in the mountains | I like swimming in the lake
  We have a cat called Minka | Our neighbours have a cat called Tiger
`)
/** Would be the same for who looked less closely. */
const tricky = pairsOf(`
  I am invited to Anna's | I invited Anna
  I am called Anna | I called Anna
  I want to be a nurse | I want a nurse
  Anna and I like to dance | Anna likes to dance
  The cat is chased by the dog | The cat chased the dog
  The tea is too hot | The tea is hot
  I need to call Anna | Anna needs to call me
  In May Ann visits Ben | In May Ben visits Ann
  I like 👍 | I like 👎
  Is Anna my sister? | Anna is my sister
  My mother is here | My mother is
  I live alone | I live with Anna
  I have a cat | I have cats
  My son is two | My sons are two
  My kid is ill | My children are ill
  I sold a car | I sold my car
  my boss is called peter | my boss is called peters
`)

describe('Two texts are paraphrases', () => {
  test('if their words are forms or synonyms, and something like "on Sundays" may come first', () => {
    for (const [one, other] of same) {
      assert.equal(sayTheSame(one, other), true, `${one} | ${other}`)
      assert.equal(sayTheSame(other, one), true, `${other} | ${one}`)
    }
  })

  test('never if they differ in a number, a name, a negation, a value, a tense or who does it', () => {
    for (const [one, other] of [...close, ...related, ...tricky]) {
      assert.equal(sayTheSame(one, other), false, `${one} | ${other}`)
      assert.equal(sayTheSame(other, one), false, `${other} | ${one}`)
    }
  })

  test('even if both are long', () => {
    const long = (end: string) => `on ${'monday we swim and '.repeat(400)}${end}`
    assert.equal(sayTheSame(long('rest'), long('rest')), true)
    assert.equal(sayTheSame(long('rest'), long('nap')), false)
    assert.equal(sayTheSame(`${'on '.repeat(2_600)}rest`, `${'on '.repeat(2_600)}nap`), false)
  })

  test('but not if nothing remains of either', () => {
    assert.equal(sayTheSame('to', 'also'), false)
  })
})

describe('The minimum cosine', () => {
  test('separates different subjects, and leaves the rest to the words', async () => {
    const { embed } = openTestEmbedding(makeManifest()).vectors
    const cosinesOf = async (pairs: readonly (readonly [string, string])[]) => {
      const vectors = await embed(ownModel, pairs.flat(), 'passage')
      const none = new Float32Array(384)
      return pairs.map((_, at) => dot(vectors[at * 2] ?? none, vectors[at * 2 + 1] ?? none))
    }
    const above = (cosines: number[]) => cosines.filter((cosine) => cosine >= minSimilarity).length
    const [paraphrases, others] = [await cosinesOf(same), await cosinesOf(unsure)]
    assert.deepEqual([paraphrases.length + others.length, above(paraphrases) + above(others)], [51, 46])
    assert.deepEqual([paraphrases.length, above(paraphrases)], [37, 35])
    const apart = await cosinesOf(close)
    assert.deepEqual([apart.length, above(apart)], [68, 67])
    assert.equal(above(await cosinesOf(related)), 0)
  })
})

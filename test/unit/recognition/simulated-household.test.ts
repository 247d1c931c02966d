import assert from 'node:assert/strict'
import { it } from 'node:test'
import { behaviourWeights, type Habit } from '../../../daemon/features/recognition/habits.ts'
import { confidences, decisionOf, type Weighed } from '../../../daemon/features/recognition/inference.ts'

/** A generator of numbers that is the same every time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const people = ['ada', 'ben', 'cleo', 'dan', 'eve']
/** How often somebody else of the household holds a phone, and how often somebody holds any device who is a stranger. */
const borrowed = 0.03
const strange = 0.005
const daypartsOf: readonly (readonly number[])[] = [
  [1, 1, 1, 2, 5],
  [3, 3, 3, 2, 7],
  [1, 3, 3, 5, 6],
  [2, 2, 3, 6, 7],
  [0, 3, 3, 7, 7],
]

it('recognises a household of five, and takes fewer than 1 in 200 for somebody else', () => {
  const random = randomOf(20_240)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const daypartFor = (person: number) =>
    random() < 0.85 ? pick(daypartsOf[person] ?? [0]) : Math.floor(random() * 8)
  const visit = () => {
    const person = Math.floor(random() * people.length)
    const daypart = daypartFor(person)
    const isShared = random() < 0.3
    const held = random() < borrowed ? Math.floor(random() * people.length) : person
    const owner = isShared ? 0 : held
    const device_uuid = isShared ? 'kitchen tablet' : `phone of ${people[owner]}`
    const who = random() < strange ? null : (people[person] ?? null)
    return { who, device_uuid, daypart, owner: people[owner] ?? '', isShared }
  }

  const counts = new Map<string, Habit>()
  for (let signIn = 0; signIn < 300; signIn += 1) {
    const { who, device_uuid, daypart } = visit()
    if (who === null) continue
    const key = `${who} ${device_uuid} ${daypart}`
    const before = counts.get(key)?.count ?? 0
    counts.set(key, { family_member_uuid: who, device_uuid, daypart, count: before + 1 })
  }
  const habits = [...counts.values()]

  const tries = 20_000
  const bands = { proceed: 0, verify: 0, ask: 0 }
  let wrong = 0
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const { who, device_uuid, daypart, owner, isShared } = visit()
    const [odds, error] = isShared ? [3, 0.4] : [20, 0.1]
    const evidence: Weighed[] = [
      { kind: 'device', error, weights: [{ person_uuid: owner, log_odds: Math.log(odds) }] },
      {
        kind: 'behaviour',
        error: 0.4,
        weights: behaviourWeights(habits, people, { device_uuid, daypart, personal: !isShared }),
      },
    ]
    // At a device that is everybody's, half of them type their PIN.
    if (isShared && who !== null && random() < 0.5)
      evidence.push({ kind: 'pin', error: 0.01, weights: [{ person_uuid: who, log_odds: Infinity }] })
    const [best] = confidences(
      people.map((person_uuid) => ({ person_uuid, prior: 1 })),
      evidence,
    )
    const decision = decisionOf(best?.confidence ?? 0)
    bands[decision] += 1
    if (decision === 'proceed' && best?.person_uuid !== who) wrong += 1
  }
  const share = (count: number) => `${((100 * count) / tries).toFixed(2)} %`
  console.log(
    `simulated household: proceed ${share(bands.proceed)}, verify ${share(bands.verify)}, ask ${share(bands.ask)}; ` +
      `wrongly proceeded ${share(wrong)}`,
  )
  assert.ok(wrong / tries < 0.005, share(wrong))
  assert.ok(bands.proceed / tries > 0.2, share(bands.proceed))
})

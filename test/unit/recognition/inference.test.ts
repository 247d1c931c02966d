import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  confidences,
  decisionOf,
  entryOf,
  evidenceKinds,
  strengths,
  type Weighed,
} from '../../../daemon/features/recognition/inference.ts'

const ids = ['ada', 'ben', 'cleo', 'dan', 'eve']
const household = (count: number) =>
  (count === 1 ? ['ben'] : ids.slice(0, count)).map((person_uuid) => ({ person_uuid, prior: 1 }))
const logOdds = fc.oneof(
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 0),
)
const evidence = fc.uniqueArray(fc.constantFrom(...evidenceKinds), { maxLength: 4 }).chain((kinds) =>
  fc.tuple(
    ...kinds.map((kind) =>
      fc.record({
        kind: fc.constant(kind),
        error: fc.double({ min: 0, max: 1, noNaN: true }),
        weights: fc
          .uniqueArray(fc.constantFrom(...ids), { maxLength: 5 })
          .chain((people) =>
            fc.tuple(
              ...people.map((person_uuid) =>
                fc.record({ person_uuid: fc.constant(person_uuid), log_odds: logOdds }),
              ),
            ),
          ),
      }),
    ),
  ),
)
const size = fc.integer({ min: 1, max: 5 })
const of = (person_uuid: string, all: ReturnType<typeof confidences>) =>
  all.find((one) => one.person_uuid === person_uuid)?.confidence ?? -1
const speaks = (kind: Weighed['kind'], error: number, person_uuid: string, log_odds: number): Weighed => ({
  kind,
  error,
  weights: [{ person_uuid, log_odds }],
})
const device = speaks('device', 0.1, 'ben', Math.log(20))
const habit = speaks('behaviour', 0.4, 'ben', Math.log(6))
const pin = speaks('pin', 0.01, 'ben', Number.POSITIVE_INFINITY)

describe('How sure it is who is there', () => {
  it('is whole percentages that add up to at most 100, whatever the evidence says', () => {
    fc.assert(
      fc.property(size, evidence, (count, observed) => {
        const all = confidences(household(count), observed)
        assert.equal(all.length, count)
        for (const { confidence } of all)
          assert.ok(Number.isInteger(confidence) && confidence >= 0 && confidence <= 100, String(confidence))
        assert.ok(all.reduce((sum, { confidence }) => sum + confidence, 0) <= 100)
      }),
    )
  })

  it('never falls where more speaks for somebody', () => {
    fc.assert(
      fc.property(size, evidence, fc.double({ min: 0, max: 20, noNaN: true }), (count, observed, more) => {
        const before = observed
        for (const [index, one] of before.entries()) {
          const weights = one.weights.map((weight) =>
            weight.person_uuid === 'ada' && !Number.isNaN(weight.log_odds)
              ? { ...weight, log_odds: weight.log_odds + more }
              : weight,
          )
          const after = before.with(index, { ...one, weights })
          assert.ok(
            of('ada', confidences(household(count), after)) >=
              of('ada', confidences(household(count), before)),
          )
        }
      }),
    )
  })

  it('forces no stranger into the household', () => {
    const against = ids.map((person_uuid) => ({ person_uuid, log_odds: -5 }))
    const voice: Weighed = { kind: 'voice', error: 0.04, weights: against }
    const all = confidences(household(5), [voice])
    assert.ok(all.every(({ confidence }) => confidence <= 5))
    assert.equal(decisionOf(all[0]?.confidence ?? 0), 'ask')
  })

  it('is a question while nothing speaks for anybody, also where one lives alone', () => {
    for (const count of [1, 2, 5])
      assert.equal(decisionOf(confidences(household(count), [])[0]?.confidence ?? 0), 'ask')
  })

  it('does not go by a device alone, however strongly that speaks', () => {
    for (const count of [1, 2, 5]) {
      const alone = of('ben', confidences(household(count), [device]))
      assert.ok(alone < 95, String(alone))
      const sure = speaks('device', 0.1, 'ben', Number.POSITIVE_INFINITY)
      assert.ok(of('ben', confidences(household(count), [sure])) <= 90)
    }
  })

  it('goes by a device and a habit together, and by a PIN', () => {
    assert.equal(decisionOf(of('ben', confidences(household(5), [device, habit]))), 'proceed')
    assert.equal(decisionOf(of('ben', confidences(household(5), [pin]))), 'proceed')
  })

  it('lets nobody enter by what is only likely, however much of it there is', () => {
    const likely = evidenceKinds.filter((kind) => !strengths[kind].isSecret)
    assert.deepEqual(likely, ['device', 'behaviour', 'voice'])
    fc.assert(
      fc.property(size, fc.subarray(likely), (count, kinds) => {
        const all = kinds.map((kind) => speaks(kind, strengths[kind].error, 'ben', Number.POSITIVE_INFINITY))
        for (const one of confidences(household(count), all)) assert.notEqual(entryOf(one, all), 'proceed')
        // A secret of somebody else does not open the door either.
        const others = [...all, speaks('pin', strengths.pin.error, 'ada', 3)]
        for (const one of confidences(household(count), others))
          if (one.person_uuid === 'ben') assert.notEqual(entryOf(one, others), 'proceed')
      }),
    )
    const withPin = [device, habit, pin]
    assert.deepEqual(
      confidences(household(5), withPin).map((one) => entryOf(one, withPin)),
      ['proceed', 'ask', 'ask', 'ask', 'ask'],
    )
  })

  it('is less where two kinds speak for different people', () => {
    const other = speaks('behaviour', 0.4, 'ada', Math.log(6))
    const mixed = confidences(household(5), [device, other])
    assert.equal(decisionOf(mixed[0]?.confidence ?? 0), 'ask')
  })

  it('begins to proceed at 95 and to verify at 80', () => {
    assert.deepEqual([95, 94, 80, 79].map(decisionOf), ['proceed', 'verify', 'verify', 'ask'])
  })

  it('has nobody to name where nobody lives', () => {
    assert.deepEqual(confidences([], [pin]), [])
  })
})

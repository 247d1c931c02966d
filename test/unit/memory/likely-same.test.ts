import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { perhapsTheSame } from '../../../daemon/features/memory/likely-same.ts'

const agrees = (one: string, other: string) => perhapsTheSame(one, other) && perhapsTheSame(other, one)

describe('Two memories are shown as perhaps the same', () => {
  for (const [one, other] of [
    ['The wifi password is on the fridge.', "You'll find the wifi password on the fridge."],
    ['My son plays the cello and the piano.', 'My son plays the piano and the cello.'],
    ['Ewa is my brother’s wife.', 'My brother is married: his wife is Ewa.'],
  ] as const)
    test(`“${one}” and “${other}”`, () => assert.ok(agrees(one, other)))
})

describe('Two memories are not shown as perhaps the same', () => {
  for (const [one, other] of [
    ['Martha picks up the twins on Tuesdays.', 'Mara picks up the twins on Tuesdays.'],
    ['The cabin sleeps eight and has running water.', 'The cabin sleeps nine and has running water.'],
    ['I eat cake for breakfast.', 'I never eat cake for breakfast.'],
    ['The blue suitcase cost $300.', 'The blue suitcase cost €300.'],
    ['My brother works as a cook.', 'My brother works as a carpenter.'],
    ['My laptop charger is in the hall.', 'My phone charger is in the hall.'],
    ['I nearly won a car in the raffle.', 'I won a car in the raffle.'],
    ['…', '…'],
  ] as const)
    test(`“${one}” and “${other}”`, () => assert.ok(!agrees(one, other)))
})

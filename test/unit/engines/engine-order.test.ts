import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type EngineSettings,
  type Place,
  placesOf,
  withFirstServer,
  withPlaces,
} from '../../../daemon/features/engines/engine-order.ts'

const server = (model: string) => ({ base_url: 'http://127.0.0.1:11434/v1', model })
const [one, two, three] = [server('one'), server('two'), server('three')]
const plain: EngineSettings = {
  timeout_seconds: 25,
  context_tokens: 4_096,
  first: 'server',
  local: { idle_minutes: 10 },
}
const withLocal: EngineSettings = { ...plain, local: { idle_minutes: 10, model: 'tiny' } }
const again = (settings: EngineSettings, places: readonly Place[]) =>
  placesOf({ ...plain, ...withPlaces(settings, places) })

describe('The order of the engines', () => {
  it('has the server of the address first, then those of the list', () => {
    assert.deepEqual(placesOf({ ...plain, ...one, servers: [two, three] }), [one, two, three])
    assert.deepEqual(placesOf(plain), [])
  })

  it('has the model of this machine before all servers or after them, as it is set', () => {
    const both = { ...withLocal, ...one, servers: [two] }
    assert.deepEqual(placesOf(both), [one, two, 'local'])
    assert.deepEqual(placesOf({ ...both, first: 'local' }), ['local', one, two])
    assert.deepEqual(placesOf({ ...both, local: { ...both.local, after: 1 } }), [one, 'local', two])
    assert.deepEqual(placesOf({ ...both, local: { ...both.local, after: 8 } }), [one, two, 'local'])
  })

  it('is the same once it was kept, whatever it is', () => {
    for (const places of [[], [one], [one, two, three]]) assert.deepEqual(again(plain, places), places)
    for (const places of [
      ['local'],
      ['local', one, two],
      [one, 'local', two],
      [one, two, 'local'],
    ] satisfies Place[][])
      assert.deepEqual(again(withLocal, places), places)
  })

  it('of one server is kept as it was before there were several', () => {
    assert.deepEqual(withPlaces(plain, [{ ...one, api_key: 'sesame' }]), {
      ...plain,
      ...one,
      api_key: 'sesame',
    })
  })

  it('gives the first server to another one, which takes its place and stands nowhere twice', () => {
    assert.deepEqual(withFirstServer({ ...withLocal, ...one, servers: [two, three] }, two), [
      two,
      three,
      'local',
    ])
    assert.deepEqual(withFirstServer({ ...withLocal, first: 'local' }, one), ['local', one])
    assert.deepEqual(withFirstServer(withLocal, one), [one, 'local'])
  })
})

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { systemClock } from '../../../daemon/kernel/clock.ts'
import { startChatServer } from '../../support/conversation/chat-server.ts'
import { type AskedPull, startOllama } from '../../support/conversation/ollama-server.ts'
import { household } from '../../support/household.ts'
import { soon } from '../../support/processes.ts'
import { protocols } from '../../support/wire/protocols.ts'

const ollama = await startOllama()
after(() => ollama[Symbol.asyncDispose]())
const { daemon, owner } = await household({ clock: systemClock })
const ask = protocols.REST(daemon)
const tried = (operation: string, input: object = {}) => ask(owner.access_token, operation, input)
const call = async (operation: string, input: object = {}) => {
  const { status, result, detail } = await tried(operation, input)
  assert.equal(status, 200, `${operation}: ${detail} ${JSON.stringify(result)}`)
  return result
}
const { base_url } = ollama
// oxlint-disable-next-line typescript/no-explicit-any
type Listed = any
const listed = async (model: string): Promise<Listed> => {
  const { items } = await call('engine.pulls')
  return items.find((one: Listed) => one.model === model)
}
const listedOnce = (model: string, wanted: (pull: Listed) => boolean) =>
  soon<Listed>(async () => {
    const pull = await listed(model)
    return wanted(pull) && pull
  })
const ended = ({ state }: { state: string }) => state !== 'pulling'

const layer = (digest: string, total: number, completed?: number) => ({
  status: `pulling ${digest}`,
  digest: `sha256:${digest}`,
  total,
  ...(completed === undefined ? {} : { completed }),
})
/** Has the daemon ask for a model; answers what it was asked for. */
const begin = async (model: string): Promise<AskedPull> => {
  const begun = await call('engine.pull', { base_url, model })
  assert.deepEqual(begun, {
    base_url,
    model,
    state: 'pulling',
    bytes_done: 0,
    bytes_total: null,
    bytes_per_second: null,
    seconds_left: null,
    failure: null,
  })
  return ollama.asked()
}

describe('Ollama', () => {
  it('fetches a model, and how far and how fast is told', async () => {
    const pull = await begin('qwen2.5:1.5b')
    assert.equal(pull.model, 'qwen2.5:1.5b')
    pull.tell({ status: 'pulling manifest' })
    pull.tell(layer('aa', 1_000_000))
    let completed = 0
    const coming = await soon<Listed>(async () => {
      pull.tell(layer('aa', 1_000_000, (completed += 100)))
      const one = await listed('qwen2.5:1.5b')
      return one.bytes_per_second !== null && one
    })
    assert.deepEqual([coming.state, coming.bytes_total], ['pulling', 1_000_000])
    assert.ok(coming.bytes_done <= completed && coming.bytes_per_second <= 1_000_000)
    assert.ok(Number.isInteger(coming.seconds_left) && coming.seconds_left >= 1)
    pull.tell(layer('aa', 1_000_000, 1_000_000))
    pull.tell(layer('bb', 500, 500))
    pull.tell({ status: 'verifying sha256 digest' })
    assert.equal((await listedOnce('qwen2.5:1.5b', (one) => one.bytes_total > 1_000_000)).state, 'pulling')
    pull.tell({ status: 'success' })
    pull.end()
    assert.deepEqual(await listedOnce('qwen2.5:1.5b', ended), {
      base_url,
      model: 'qwen2.5:1.5b',
      state: 'done',
      bytes_done: 1_000_500,
      bytes_total: 1_000_500,
      bytes_per_second: null,
      seconds_left: null,
      failure: null,
    })
  })

  it('says why it could not, in the middle of its progress', async () => {
    const pull = await begin('unheard-of')
    pull.tell({ status: 'pulling manifest' })
    pull.tell({ error: 'pull model manifest: file does not exist' })
    pull.end()
    const { state, failure } = await listedOnce('unheard-of', ended)
    assert.deepEqual([state, failure], ['failed', 'pull model manifest: file does not exist'])
  })

  for (const [what, end] of Object.entries({
    'breaks the connection off': ({ drop }: AskedPull) => drop(),
    'ends before the model is whole': ({ end: finish }: AskedPull) => finish(),
  })) {
    it(`has failed where it ${what}, and goes on the next time`, async () => {
      const first = await begin('mistral:7b')
      first.tell(layer('cc', 4_000, 1_000))
      await listedOnce('mistral:7b', (one) => one.bytes_done === 1_000)
      end(first)
      const { state, failure, bytes_done } = await listedOnce('mistral:7b', ended)
      assert.deepEqual([state, bytes_done], ['failed', 1_000])
      assert.match(failure, /^the model server broke off in the middle of its answer/)
      const second = await begin('mistral:7b')
      second.tell({ status: 'success' })
      second.end()
      assert.equal((await listedOnce('mistral:7b', ended)).state, 'done')
    })
  }

  it('has failed where what it says is no progress', async () => {
    const pull = await begin('garbled')
    pull.tell([])
    const { failure } = await listedOnce('garbled', ended)
    assert.equal(failure, 'the model server answered something that is no chat answer')
  })

  it('is not asked twice for a model that it fetches, and is left where that is cancelled', async () => {
    const model = 'llama3.2:3b'
    const pull = await begin(model)
    pull.tell(layer('dd', 2_000, 500))
    await listedOnce(model, (one) => one.bytes_done === 500)
    assert.equal((await call('engine.pull', { base_url, model })).bytes_done, 500)
    const { items } = await call('engine.cancel_pull', { base_url, model })
    assert.ok(items.every((one: Listed) => one.model !== model))
    await pull.closed
    const { status, result } = await tried('engine.cancel_pull', { base_url, model })
    assert.deepEqual([status, result.error.details.reason], [409, 'nothing_pulls'])
  })

  it('is asked only on this machine or where a model server is set, and only where it is one', async () => {
    await using other = await startChatServer()
    const model = 'qwen3:4b'
    const refused = async (at: string) => {
      const { status, result } = await tried('engine.pull', { base_url: at, model })
      return [status, result.error.details.reason]
    }
    assert.deepEqual(await refused(other.base_url), [422, 'no_ollama'])
    assert.deepEqual(await refused('http://127.0.0.1:9/v1'), [422, 'unreachable'])
    assert.deepEqual(await refused('https://models.example/v1'), [
      400,
      'must be on this machine, or of a model server that is set',
    ])
    const { status } = await tried('engine.pull', { base_url, model: 'local:tiny' })
    assert.equal(status, 400)
  })

  it('gets the key of the server that is set', async () => {
    await call('engine.change', { base_url, model: 'qwen3:4b', api_key: 'sesame' })
    const pull = await begin('qwen3:4b')
    assert.equal(pull.authorization, 'Bearer sesame')
    await call('engine.cancel_pull', { base_url, model: 'qwen3:4b' })
    await pull.closed
  })
})

import { serversOf } from '../../kernel/engine-server.ts'
import { Failure, invalidRequest } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { isLoopback } from '../../kernel/private-url.ts'
import { Nothing } from '../../kernel/schema.ts'
import { assertServer, type EngineOperationsDependencies, keyFor } from './engine-operations.ts'
import * as schemas from './schemas.ts'
import { ModelServerFailed, NoOllama, NothingPulls } from './failures.ts'
import { EngineFailed } from './models/engine-failed.ts'
import { isOllama } from './servers/ollama.ts'
import type { Pulls } from './servers/pulls.ts'

type Dependencies = Pick<
  EngineOperationsDependencies,
  'engine' | 'store' | 'clock' | 'requireRecentSignIn'
> & {
  readonly pulls: Pulls
}

/** What an admin has Ollama fetch. */
export function pullOperations({ engine, store, clock, pulls, requireRecentSignIn }: Dependencies) {
  const listed = () => {
    const items = pulls.all()
    return { items, total: items.length }
  }

  return {
    'engine.pull': operation({
      rest: 'POST /engine/servers/pull',
      access: 'admin',
      scopes: [],
      audited: ['base_url', 'model'],
      summary: 'Have Ollama fetch a model',
      description:
        'In the background, by the Ollama of this machine or of a server that is set. A model that is being pulled goes ' +
        'on; one that failed goes on where it ended. Wants a sign-in of the last 5 minutes, or the password.',
      input: schemas.PullRequest,
      output: schemas.Pull,
      errors: [NoOllama, ModelServerFailed],
    }).handle(async ({ base_url, model, password }, context) => {
      assertServer({ base_url, model })
      const isSet = serversOf(engine.settings()).some((one) => one.base_url === base_url)
      if (!isSet && !isLoopback(base_url))
        throw invalidRequest('base_url', 'must be on this machine, or of a model server that is set')
      const succeeded = await requireRecentSignIn(context, password)
      store.write(succeeded)
      const server = { base_url, ...keyFor(engine, base_url, undefined) }
      const isThere = await isOllama(server, clock).catch((error: unknown) => {
        if (!(error instanceof EngineFailed)) throw error
        throw new Failure(ModelServerFailed.code, error.message, { reason: error.kind })
      })
      if (!isThere) throw NoOllama()
      return pulls.begin(server, model)
    }),

    'engine.pulls': operation({
      rest: 'GET /engine/servers/pulls',
      access: 'admin',
      live: 2,
      summary: 'The models that Ollama fetches, and how far they are',
      description: 'Those since the start of the daemon; one that has ended stays until it is cleared away.',
      input: Nothing,
      output: schemas.Pulls,
      errors: [],
    }).handle(listed),

    'engine.cancel_pull': operation({
      rest: 'DELETE /engine/servers/pull',
      access: 'admin',
      audited: ['base_url', 'model'],
      summary: 'End the pull of a model, or clear away one that has ended',
      description: 'Ollama keeps what came so far, and goes on with it the next time.',
      input: schemas.ServerTarget,
      output: schemas.Pulls,
      errors: [NothingPulls],
    }).handle(({ base_url, model }) => {
      if (!pulls.end(base_url, model)) throw NothingPulls()
      return listed()
    }),
  }
}

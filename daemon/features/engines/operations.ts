import type { Bus } from '../../bus/bus.ts'
import type { Home } from '../../kernel/home.ts'
import type { Log } from '../../kernel/log.ts'
import type { RunningConfig } from '../../kernel/running-config.ts'
import type { TrustedClock } from '../../store/trusted-clock.ts'
import type { Store } from '../../store/store.ts'
import { engineOperations, type RequireRecentSignIn } from './engine-operations.ts'
import { localOperations, type WantedModel } from './local-operations.ts'
import { chatFile, type ChatModel } from './local/chat-models.ts'
import { type ConsentPorts, openConsent, type Consent } from './consent.ts'
import { openCurrentEngine, type CurrentEngine } from './current-engine.ts'
import { openNextModel } from './local/next-model.ts'
import { pullOperations } from './pull-operations.ts'
import { serverOperations } from './server-operations.ts'
import { openMessageEngines } from './message-engines.ts'
import { type Embed, openEngineThreads } from './builtin/engine-threads.ts'
import { openPulls } from './servers/pulls.ts'
import type { Clock } from '../../kernel/clock.ts'

interface EnginesDependencies {
  readonly home: Pick<Home, 'models'>
  readonly runningConfig: Pick<RunningConfig, 'engine' | 'changeEngine' | 'assertEngineChangeable'>
  readonly store: Store
  readonly bus: Bus
  readonly clock: TrustedClock
  readonly log: Log
  readonly ownPorts: () => readonly number[]
}

interface EnginesPorts extends ConsentPorts {
  readonly chatModels: {
    /** The language models that can run on this machine. */
    readonly chat: () => readonly ChatModel[]
    /** Fetches one of them in the background; throws 404 for an unknown id. */
    readonly download: (id: string) => unknown
    /** Fetches a language model that somebody adds by its address, in the background. */
    readonly addOwn: (wanted: WantedModel) => ChatModel
  }
  /** What texts mean, as unit vectors. */
  readonly embed: Embed
  readonly requireRecentSignIn: RequireRecentSignIn
}

/** The engines of the models that are set: who may use them, how they are, and what an admin does with them. */
export function openEngines(dependencies: EnginesDependencies, ports: EnginesPorts) {
  const { clock, log, ownPorts } = dependencies
  const { embed, requireRecentSignIn } = ports
  const { chat: chatModels, download, addOwn: addOwnModel } = ports.chatModels
  const engine = openCurrentEngine({ ...dependencies, chatFile: (model) => chatFile(model, chatModels()) })
  const next = openNextModel({ ...dependencies, engine, chatModels, download })
  const pulls = openPulls({ clock, log })
  const threads = openEngineThreads({ embed, log })
  const consent = openConsent({ ports, engine })
  const shared = { ...dependencies, requireRecentSignIn, engine, next, chatModels, addOwnModel }

  return {
    writing: {
      ...openMessageEngines({ threads, models: consent.engines, log }),
      firstFor: (member: string) => consent.engines(member)[0]?.name ?? 'builtin',
      hasModel: (member: string) => consent.engines(member).length > 0,
      /** Whether a model is set, whoever has agreed to it. */
      modelSet: () => engine.inOrder().length > 0,
      consentNeeded: consent.needed,
      warmup: openModelWarmup({ clock, consent, engine }),
    },
    /** How the model servers are that are set. */
    modelServers: () => engine.servers().map((one) => one.health()),
    /** Finds out which of them are there to which a member has agreed; never rejects. */
    probeModelServers: async () => {
      await Promise.all(consent.agreedByAnyone().map((one) => one.probe()))
    },
    operations: {
      ...engineOperations({ ...shared, ports: ownPorts }),
      ...serverOperations(shared),
      ...pullOperations({ ...shared, pulls }),
      ...localOperations(shared),
    },
    /** Uses a model that has come while nobody looked. */
    resume: next.resume,
    stop: async () => {
      next.stop()
      engine.stop()
      pulls.stop()
      await threads.stop()
    },
  }
}

/** Looking alone brings the model into memory so often at most, in milliseconds: a page that is left open does not keep it there. */
const wakeEveryMs = 30 * 60_000

interface WarmupDependencies {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly consent: Pick<Consent, 'engines'>
  readonly engine: Pick<CurrentEngine, 'local'>
}

/** Loads a model of this machine when a member looks at the conversation, before they say something. */
export function openModelWarmup({ clock, consent, engine }: WarmupDependencies) {
  let woken = -Infinity
  return {
    /** A member looks at the conversation: the model is loaded, where it is the one to write for them. */
    onView: (member: string): void => {
      const local = engine.local()
      if (local?.state() !== 'asleep' || consent.engines(member)[0] !== local) return
      if (clock.monotonic() - woken < wakeEveryMs) return
      woken = clock.monotonic()
      local.wake()
    },
    /** A member has said something: whoever looks the next time is about to do so again. */
    onMessage: (): void => {
      woken = -Infinity
    },
  }
}

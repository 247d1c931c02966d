import { adminsOnly, anybody, type Cases } from './case.ts'

/** Nobody listens there: the built-in engine goes on answering. */
const nowhere = { base_url: 'http://127.0.0.1:9/v1', model: 'none' }

export const engines = {
  'engine.current': adminsOnly(),
  'engine.change': { ...adminsOnly(), input: () => nowhere },
  'engine.reset': adminsOnly(),
  'engine.models': { ...adminsOnly(422), input: () => ({ base_url: 'http://127.0.0.1:9/v1' }) },
  'engine.servers': adminsOnly(),
  'engine.add_server': {
    ...adminsOnly(),
    input: async ({ asOwner }) => {
      await asOwner('engine.reset')
      return nowhere
    },
  },
  'engine.remove_server': { ...adminsOnly(404), input: () => ({ ...nowhere, model: 'unheard-of' }) },
  'engine.reorder': { ...adminsOnly(400), input: () => ({ order: ['unheard-of'] }) },
  'engine.pull': { ...adminsOnly(422), input: () => nowhere },
  'engine.pulls': adminsOnly(),
  'engine.cancel_pull': { ...adminsOnly(409), input: () => nowhere },
  'engine.local_models': adminsOnly(),
  'engine.add_local': { ...adminsOnly(), input: () => ({ url: 'http://127.0.0.1:9/tiny.gguf' }) },
  'engine.use_local': { ...adminsOnly(409), input: () => ({ model: 'qwen2.5-0.5b' }) },
  'engine.reset_local': adminsOnly(),
  'models.list': anybody(200),
  'models.embed': { ...anybody(200), input: () => ({ texts: ['Tea'] }) },
  'models.download': { ...adminsOnly(), input: () => ({ id: 'static-en-v1' }) },
  'models.remove': { ...adminsOnly(409), input: () => ({ id: 'static-en-v1' }) },
  'models.cancel': { ...adminsOnly(409), input: () => ({ id: 'static-en-v1' }) },
} satisfies Cases

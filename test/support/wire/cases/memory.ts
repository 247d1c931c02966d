import { adminsOnly, anybody, type Belongings, type Cases, ownerAlone, unique } from './case.ts'

const onMemory = (more: object = {}) => ({
  ...ownerAlone,
  input: async ({ memory }: Belongings) => ({ id: await memory(), ...more }),
})

const onImport = (more: object = {}) => ({
  ...ownerAlone,
  input: async ({ asMember }: Belongings) => {
    const made = await asMember('imports.create', { text: `a note of ${unique()}`, more: true })
    return { id: made.import.import_uuid as string, ...more }
  },
})

export const memory = {
  'memory.store': { ...anybody(201), input: () => ({ content: `tea at ${unique()}` }) },
  'memory.store_many': { ...anybody(200), input: () => ({ memories: [{ content: `tea at ${unique()}` }] }) },
  'memory.search': { ...anybody(200), input: () => ({ q: 'tea' }) },
  'memory.recent': anybody(200),
  'memory.get': onMemory(),
  'memory.update': onMemory({ pinned: true }),
  'memory.delete': onMemory(),
  'memory.forget': { ...anybody(200), input: () => ({ tag: unique() }) },
  'memory.forgotten': anybody(200),
  'memory.restore': {
    ...ownerAlone,
    input: async ({ memory, asMember }) => {
      const id = await memory()
      await asMember('memory.forget', { memory_uuids: [id] })
      return { id }
    },
  },
  'memory.export': anybody(200),
  'archive.export': anybody(200),
  'memory.facts': anybody(200),
  'memory.checkup': anybody(200),
  'memory.check': adminsOnly(),
  'memory.repair': adminsOnly(),
  'memory.usage': anybody(200),
  'memory.model': anybody(200),
  'memory.change_model': { ...adminsOnly(), input: () => ({ model: 'static-en-v1' }) },
  'memory.keep_model': adminsOnly(409),
  'imports.create': { ...anybody(201), input: () => ({ text: `tea at ${unique()}` }) },
  'imports.append': onImport({ position: 18, text: ' and more' }),
  'imports.preview': onImport(),
  'imports.start': onImport(),
  'imports.list': anybody(200),
  'imports.get': onImport(),
  'imports.undo': onImport(),
} satisfies Cases

import {
  IconActivity,
  IconArchive,
  IconArrowsSplit,
  IconCpu,
  IconDevices,
  IconFileText,
  IconSettings,
  IconShieldLock,
  IconStethoscope,
  IconVectorTriangle,
} from '@tabler/icons-react'
import { lazyPart } from '../parts/lazy-part.ts'

export const sections = [
  { id: 'overview', icon: IconActivity },
  { id: 'checkup', icon: IconStethoscope },
  { id: 'sessions', icon: IconDevices },
  { id: 'security', icon: IconShieldLock },
  { id: 'configuration', icon: IconSettings },
  { id: 'routing', icon: IconArrowsSplit },
  { id: 'engine', icon: IconCpu },
  { id: 'embedding', icon: IconVectorTriangle },
  { id: 'backups', icon: IconArchive },
  { id: 'logs', icon: IconFileText },
] as const

export type SectionId = (typeof sections)[number]['id']

/** What each of them shows. */
export const contents: Readonly<Record<SectionId, React.ComponentType>> = {
  overview: lazyPart(async () => (await import('./overview/overview.tsx')).Overview),
  checkup: lazyPart(async () => (await import('./overview/checkup.tsx')).Checkup),
  sessions: lazyPart(async () => (await import('./security/sessions.tsx')).Sessions),
  security: lazyPart(async () => (await import('./security/security.tsx')).Security),
  configuration: lazyPart(async () => (await import('./configuration.tsx')).Configuration),
  routing: lazyPart(async () => (await import('./routing.tsx')).Routing),
  engine: lazyPart(async () => (await import('./engine/engine.tsx')).Engine),
  embedding: lazyPart(async () => (await import('./models/embedding.tsx')).Embedding),
  backups: lazyPart(async () => (await import('./backups/backups.tsx')).Backups),
  logs: lazyPart(async () => (await import('./logs/logs.tsx')).Logs),
}

/** The section of that name; the first for any other. */
export function sectionOf(name: unknown): SectionId {
  return sections.find(({ id }) => id === name)?.id ?? 'overview'
}

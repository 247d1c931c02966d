import { useTranslation } from 'react-i18next'

const relationships = [
  'mother',
  'father',
  'partner',
  'child',
  'grandmother',
  'grandfather',
  'friend',
] as const

/** What somebody may be in the household, to choose from; they may say it otherwise. */
export function useRelationships(): string[] {
  const { t } = useTranslation('welcome')
  return relationships.map((name) => t(`relationship.${name}`))
}

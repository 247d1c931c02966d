import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { byNameOfMachine, isAddress } from '../api/passkeys.ts'

/** Says why there are no passkeys on a page at an address, with the way to one where there are. */
export function OpenByName() {
  const { t } = useTranslation('factors')
  if (!isAddress(location.hostname)) return null
  const href = byNameOfMachine()
  return (
    <Text size="sm" c="dimmed">
      {t('address.text')}{' '}
      {href === null ? (
        t('address.by_name')
      ) : (
        <Anchor href={href} underline="always">
          {t('address.open')}
        </Anchor>
      )}
    </Text>
  )
}

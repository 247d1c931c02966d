import { ActionIcon, Code, CopyButton, Group, Stack } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/operations.ts'
import { LiveLoaded } from '../../parts/loaded.tsx'
import { Figures, Pairs } from '../figures.tsx'
import { Panel } from '../panel.tsx'
import classes from '../system.module.css'

/** Where the daemon can be reached, and who is connected. */
export function Addresses() {
  const { t } = useTranslation('system')
  const status = useLive('gateway.status')
  return (
    <Panel
      title={t('addresses.title')}
      {...(status.data
        ? { text: t(status.data.networks.length > 0 ? 'addresses.opened' : `addresses.${status.data.mode}`) }
        : {})}
    >
      <LiveLoaded of={status}>
        {({ addresses, networks, protocols, operations }) => (
          <Stack>
            <Pairs
              of={{
                REST: <CopyValue value={addresses.base_url} />,
                WebSocket: <CopyValue value={addresses.ws_url} />,
                gRPC: <CopyValue value={addresses.grpc_address} />,
                ...Object.fromEntries(
                  networks.map(({ name, base_url, listening }) => [
                    t('addresses.network', { name }),
                    listening ? <CopyValue key={name} value={base_url} /> : t('addresses.waiting'),
                  ]),
                ),
              }}
            />
            <Figures
              of={{
                [t('addresses.http')]: protocols.rest.connections,
                [t('addresses.websocket')]: protocols.websocket.connections,
                [t('addresses.grpc')]: protocols.grpc.connections,
                [t('addresses.operations')]: operations,
              }}
            />
          </Stack>
        )}
      </LiveLoaded>
    </Panel>
  )
}

/** Something to be copied to elsewhere. */
export function CopyValue({ value }: { readonly value: string }) {
  const { t } = useTranslation()
  return (
    <Group gap={6} wrap="nowrap">
      <Code className={classes['wrap'] ?? ''}>{value}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color={copied ? 'teal' : 'gray'}
            size="lg"
            onClick={copy}
            aria-label={`${t(copied ? 'action.copied' : 'action.copy')}: ${value}`}
          >
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  )
}

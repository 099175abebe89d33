import { useNavigate } from 'react-router';
import { usePlace } from '../../context/site-context.ts';
import { useText } from '../../messages/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { page } from '../../url.ts';
import { Field, fieldOf, ServiceForm } from './ServiceForm.tsx';
import { useServices, useServiceUrl } from './service-client.ts';
import type { AccountData } from './use-account.ts';

/** Exports the data of the account, and deletes it. */
export function DataCard({ data: { user, balance } }: { data: AccountData }) {
  const text = useText();
  const call = useServices();
  const url = useServiceUrl();
  const navigate = useNavigate();
  const { prefix } = usePlace();
  return (
    <Card title={text('account.data')} id="account-data">
      <p>
        <a className="button" href={url('/account/export')} download="account.json">
          {text('account.export')}
        </a>
      </p>
      {balance.hold > 0 ? (
        <p className="quiet">{text('account.delete.held')}</p>
      ) : (
        <ServiceForm
          label={text('account.delete')}
          button={text('account.delete')}
          isDanger
          send={(fields) =>
            call('/account/delete', { username: fieldOf(fields, 'username'), balance: balance.balance })
          }
          errorText={(word) => (word === 'not_available' ? text('account.delete.held') : undefined)}
          onDone={() => void navigate(`${page.login(prefix)}?deleted`)}
        >
          <p className="quiet">
            {balance.balance > 0
              ? text('account.delete.forfeit', { sats: balance.balance })
              : text('account.delete.text')}
          </p>
          <Field
            label={text('account.delete.confirm', { name: user.username })}
            input={{
              id: 'delete-username',
              name: 'username',
              required: true,
              pattern: user.username,
              autoComplete: 'off',
              dir: 'ltr',
            }}
          />
        </ServiceForm>
      )}
    </Card>
  );
}

import { tierPrices } from '#modules/payments/rules/prices.ts';
import { defaultTier, type Tier, tierSizes, tiers } from '#modules/voting/rules/tiers.ts';
import { useTexts } from '#renderer/app/texts.ts';
import { usePrice } from '#renderer/format/money.ts';
import type { Ballot } from './use-ballot.ts';

interface TierSelectorProps {
  ballot: Ballot;
  /** The voter has used the free ballot of this topic: with it every free tier is used. */
  usedFree: boolean;
  onChoose(tier: Tier, paid: boolean): void;
}

/** How many places the ballot has, and whether it is the free one or a bought one: one choice among six. */
export function TierSelector({ ballot, usedFree, onChoose }: TierSelectorProps) {
  const { t } = useTexts('vote');
  const price = usePrice();
  return (
    <fieldset>
      <legend className="text-lg font-semibold">{t('tier.legend')}</legend>
      {usedFree && <p className="mt-1">{t('tier.usedFree')}</p>}
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {[false, true].map((paid) => (
          <fieldset key={String(paid)} disabled={usedFree && !paid} className="flex min-w-0 flex-col">
            <legend className="mb-1.5 text-sm text-ink-soft">{t(paid ? 'tier.paidGroup' : 'tier.freeGroup')}</legend>
            <div className="grid flex-1 grid-cols-3 gap-2">
              {tiers.map((tier) => (
                <Option
                  key={tier}
                  value={paid ? tier : `free-${tier}`}
                  places={tierSizes[tier]}
                  price={paid ? price(tierPrices[tier]) : t(usedFree ? 'tier.used' : 'tier.free')}
                  popular={paid && tier === defaultTier}
                  checked={tier === ballot.tier && paid === ballot.paid}
                  onChoose={() => onChoose(tier, paid)}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <p className="mt-3 text-sm text-ink-soft">
        {t(ballot.topic.status === 'always_open' ? 'tier.noPrizes' : 'tier.sameChance')}
      </p>
    </fieldset>
  );
}

interface OptionProps {
  value: string;
  places: number;
  price: string;
  popular: boolean;
  checked: boolean;
  onChoose(): void;
}

function Option({ value, places, price, popular, checked, onChoose }: OptionProps) {
  const { t } = useTexts('vote');
  return (
    <label className="relative flex cursor-pointer flex-col items-center gap-1 rounded-sm border-2 border-field bg-sheet px-1 py-2.5 text-center has-checked:border-brand has-checked:bg-brand-wash has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:bg-paper has-focus-visible:outline-3 has-focus-visible:outline-brand">
      <input
        type="radio"
        name="tier"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span className="numeral text-2xl">{t('tier.name', { size: places })}</span>{' '}
      <span className="text-sm font-semibold tabular-nums">{price}</span>{' '}
      {popular && (
        <span className="mt-auto rounded-sm bg-ink px-1.5 text-sm leading-tight font-semibold text-paper">
          {t('tier.popular')}
        </span>
      )}
    </label>
  );
}

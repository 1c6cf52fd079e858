import { useTranslation } from 'react-i18next';
import { type Tier, tierSizes, tiers } from '../../../../modules/voting/rules/tiers.ts';

interface TierSelectorProps {
  /** Null where none can be chosen any more. */
  tier: Tier | null;
  onChange?(tier: Tier): void;
  /** The voter has used the free ballot of this topic: with it every free tier is used. */
  used?: boolean;
}

/** How many places the ballot has. All three are free, once for a topic. */
export function TierSelector({ tier, onChange, used = false }: TierSelectorProps) {
  const { t } = useTranslation('vote');
  return (
    <fieldset disabled={used}>
      <legend className="mb-2 text-lg font-semibold">{t('tier.legend')}</legend>
      <div className="grid grid-cols-3 gap-2 sm:max-w-md">
        {tiers.map((name) => (
          <label
            key={name}
            className="relative flex cursor-pointer flex-col items-center rounded-sm border-2 border-field bg-sheet p-3 text-center has-checked:border-brand has-checked:bg-brand-wash has-disabled:cursor-not-allowed has-disabled:border-dashed has-disabled:bg-paper has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="tier"
              value={name}
              checked={name === tier}
              onChange={() => onChange?.(name)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <span className="numeral text-2xl">{t('tier.name', { size: tierSizes[name] })}</span>
            <span className="mt-1 text-sm font-semibold text-ink-soft">{t(used ? 'tier.used' : 'tier.free')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

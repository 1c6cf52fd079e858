import { Head } from '#renderer/app/Head.tsx';
import { useTexts } from '#renderer/app/texts.ts';
import { Closing } from './components/Closing.tsx';
import { Opening } from './components/Opening.tsx';
import { Points } from './components/Points.tsx';
import { Prizes } from './components/Prizes.tsx';
import { Steps } from './components/Steps.tsx';
import { Tiers } from './components/Tiers.tsx';

/** How a ballot is cast, counted and paid, and how a close one wins. */
export default function Page() {
  const { t } = useTexts('how');
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening />
      <Steps />
      <Points />
      <Tiers />
      <Prizes />
      <Closing />
    </>
  );
}

import { usePageContext } from '#renderer/app/page-context.tsx';
import { Deletions } from './Deletions.tsx';
import { ListMenu } from './ListMenu.tsx';
import { NewUser } from './NewUser.tsx';
import { SharedCards } from './SharedCards.tsx';
import { UserList } from './UserList.tsx';
import { UserPage } from './UserPage.tsx';

/** Everybody with an account, who wants to leave, and who shares a card. */
export default function Users() {
  const { item } = usePageContext().routeParams;
  if (item === 'new') return <NewUser />;
  if (item && /^\d+$/.test(item)) return <UserPage key={item} id={Number(item)} />;
  return (
    <>
      <ListMenu />
      {item === 'deletions' ? <Deletions /> : item === 'cards' ? <SharedCards /> : <UserList />}
    </>
  );
}

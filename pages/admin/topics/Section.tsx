import { usePageContext } from '#renderer/app/page-context.tsx';
import { TopicEditor } from './form/TopicEditor.tsx';
import { TopicTable } from './TopicTable.tsx';

/** All topics; or one of them, or a new one, to be edited. */
export default function Topics() {
  const { item } = usePageContext().routeParams;
  return item ? <TopicEditor item={item} /> : <TopicTable />;
}

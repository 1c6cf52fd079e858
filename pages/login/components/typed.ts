/** What was typed into a form, by the fields' names: kept by the page, so that changing the tab does not lose it. */
export interface Typed {
  email?: string;
  username?: string;
  password?: string;
  repeated?: string;
}

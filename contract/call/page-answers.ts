/** The element of the console's page that holds answers it would ask for at once. */
export const pageAnswersId = 'page-answers';

/** By the path of the call; rows of a list by the whole address that they are asked for by. */
export type PageAnswers = Readonly<
  Record<
    string,
    {
      /** The envelope, as JSON. */
      readonly payload: string;
      /** What stands in the permissions header. */
      readonly mark: string;
    }
  >
>;

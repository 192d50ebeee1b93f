/** The id of the element in the console's HTML page with the answers to its first calls. */
export const pageAnswersId = 'page-answers';

/** Answers by the path of the call; those for rows of a list by the path with its query. */
export type PageAnswers = Readonly<
  Record<
    string,
    {
      /** The envelope, as JSON. */
      readonly payload: string;
      /** The value of the permissions header. */
      readonly mark: string;
    }
  >
>;

import { ChevronDown } from 'lucide-react';

interface Props {
  questions: { question: string; answer: string }[];
}

export const FrequentQuestions = ({ questions }: Props) => (
  <section className="faq" aria-labelledby="faq-title">
    <h2 className="title-25" id="faq-title">
      Frequently asked questions
    </h2>
    <div className="list">
      {[...questions.entries()].map(([at, { question, answer }]) => (
        <details className="fold" key={at} name="faq">
          <summary>
            {`${question} `}
            <ChevronDown aria-hidden="true" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
);

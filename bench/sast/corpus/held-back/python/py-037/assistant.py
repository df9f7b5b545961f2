from anthropic import Anthropic

client = Anthropic()

class Analyst:
    """Turns questions about a table into a number."""

    def ask(self, question):
        message = client.messages.create(
            model="claude-3-5-haiku-latest",
            max_tokens=300,
            system="Answer with one Python expression over the list `sales`, or with one of: total, largest.",
            messages=[{"role": "user", "content": question}],
        )
        return message.content[0].text.strip()

BASE = "You summarise minutes of a town council. Never name citizens."

def build(instructions, minutes):
    system = BASE + "\nKeep to 200 words."
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": minutes},
    ]

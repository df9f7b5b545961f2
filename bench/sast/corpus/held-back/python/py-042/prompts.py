BASE = "You summarise minutes of a town council. Never name citizens."

def build(instructions, minutes):
    system = f"{BASE}\nFurther instructions: {instructions}"
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": minutes},
    ]

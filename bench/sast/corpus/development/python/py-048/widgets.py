COLORS = ("green", "gold")

def badge(color, text):
    if color not in COLORS:
        color = COLORS[0]
    return f"<span style='color: {color}'>{text}</span>"

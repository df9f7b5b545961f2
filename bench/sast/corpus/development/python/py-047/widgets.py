COLORS = ("green", "gold")

def badge(color, text):
    if not color:
        color = COLORS[0]
    return f"<span style='color: {color}'>{text}</span>"

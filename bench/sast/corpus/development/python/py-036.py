import os
import tempfile
from pathlib import Path

def render_labels(labels):
    """Writes labels where the printer's driver reads them and tells the file's name."""
    handle, name = tempfile.mkstemp(suffix=".lbl")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("\n".join(labels))
    return Path(name)

import subprocess
from dataclasses import dataclass, field

@dataclass
class Conversion:
    source: str
    options: dict = field(default_factory=dict)

    def command(self):
        parts = ["pandoc", self.source]
        for key, value in sorted(self.options.items()):
            parts.append(f"--{key}={value}")
        return parts

def convert(conversion):
    line = conversion.command()
    return subprocess.check_output(line, shell=False)

import os

from langchain_core.tools import BaseTool
from agents import function_tool


class Clean(BaseTool):
    def _run(self, folder: str) -> str:
        # ruleid: llm-python-tool-to-harm
        os.system("rm -r " + folder)


@function_tool(strict_mode=False)
def show(name: str, lines: int) -> str:
    # ruleid: llm-python-tool-to-harm
    os.system("show " + name)
    # ok: llm-python-tool-to-harm
    os.system(f"head -n {lines}")


# ruleid: llm-python-dangerous-allowed
options = {"type": "mcp", "require_approval": "never"}

import os

from langchain_core.tools import BaseTool
from agents import function_tool


class Clean(BaseTool):
    def _run(self, folder: str) -> str:
        # ruleid: python-llm-tool-argument-injection
        os.system("rm -r " + folder)


@function_tool(strict_mode=False)
def show(name: str, lines: int) -> str:
    # ruleid: python-llm-tool-argument-injection
    os.system("show " + name)
    # ok: python-llm-tool-argument-injection
    os.system(f"head -n {lines}")


# ruleid: python-llm-safeguard-disabled
options = {"type": "mcp", "require_approval": "never"}

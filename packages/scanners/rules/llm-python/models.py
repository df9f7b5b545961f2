import langchain
import torch
from huggingface_hub import hf_hub_download
from langchain import hub
from langchain_community.vectorstores import FAISS
from transformers import AutoModel


def loaded(path, embeddings):
    # ruleid: llm-python-remote-code
    AutoModel.from_pretrained("owner/name", trust_remote_code=True)
    # ok: llm-python-remote-code
    AutoModel.from_pretrained("owner/name")
    # ok: llm-python-remote-code
    AutoModel.from_pretrained("a/b", trust_remote_code=True, revision="0123456789012345678901234567890123456789")
    # ruleid: llm-python-pickled-model
    torch.load(path, weights_only=False)
    # ruleid: llm-python-pickled-model
    torch.load(hf_hub_download("owner/name", "model.bin"))
    # ok: llm-python-pickled-model
    torch.load(path, weights_only=True)
    # ruleid: llm-python-stored-pickle
    FAISS.load_local(path, embeddings, allow_dangerous_deserialization=True)
    # ok: llm-python-stored-pickle
    FAISS.load_local(path, embeddings)
    # ruleid: llm-python-hub-code
    torch.hub.load("owner/name", "model", trust_repo=True)
    # ok: llm-python-hub-code
    torch.hub.load("owner/name:0123456789012345678901234567890123456789", "model", trust_repo=True)
    # ruleid: llm-python-pulled-prompt
    hub.pull("owner/prompt")
    # ok: llm-python-pulled-prompt
    hub.pull("owner/prompt:0123abcd")
    # ruleid: llm-python-answer-in-log
    langchain.debug = True
    # ok: llm-python-answer-in-log
    langchain.debug = False

import langchain
import torch
from huggingface_hub import hf_hub_download
from langchain import hub
from langchain_community.vectorstores import FAISS
from transformers import AutoModel


def loaded(path, embeddings):
    # ruleid: python-llm-trust-remote-code
    AutoModel.from_pretrained("owner/name", trust_remote_code=True)
    # ok: python-llm-trust-remote-code
    AutoModel.from_pretrained("owner/name")
    # ok: python-llm-trust-remote-code
    AutoModel.from_pretrained("a/b", trust_remote_code=True, revision="0123456789012345678901234567890123456789")
    # ruleid: python-llm-insecure-deserialization-model-file
    torch.load(path, weights_only=False)
    # ruleid: python-llm-insecure-deserialization-model-file
    torch.load(hf_hub_download("owner/name", "model.bin"))
    # ok: python-llm-insecure-deserialization-model-file
    torch.load(path, weights_only=True)
    # ruleid: python-llm-insecure-deserialization-pickle
    FAISS.load_local(path, embeddings, allow_dangerous_deserialization=True)
    # ok: python-llm-insecure-deserialization-pickle
    FAISS.load_local(path, embeddings)
    # ruleid: python-llm-unpinned-torch-hub
    torch.hub.load("owner/name", "model", trust_repo=True)
    # ok: python-llm-unpinned-torch-hub
    torch.hub.load("owner/name:0123456789012345678901234567890123456789", "model", trust_repo=True)
    # ruleid: python-llm-unpinned-hub-prompt
    hub.pull("owner/prompt")
    # ok: python-llm-unpinned-hub-prompt
    hub.pull("owner/prompt:0123abcd")
    # ruleid: python-llm-response-in-log
    langchain.debug = True
    # ok: python-llm-response-in-log
    langchain.debug = False

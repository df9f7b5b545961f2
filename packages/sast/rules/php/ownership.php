<?php

class InvoiceController extends Controller
{
    public function show($id)
    {
        // ruleid: php-idor
        return view('invoice', ['invoice' => Invoice::findOrFail($id)]);
    }

    public function checked($id)
    {
        // ok: php-idor
        $invoice = Invoice::findOrFail($id);
        $this->authorize('view', $invoice);
        return view('invoice', ['invoice' => $invoice]);
    }

    public function own(Request $request, $id)
    {
        // ok: php-idor
        $invoice = Invoice::findOrFail($id);
        abort_if($invoice->user_id !== $request->user()->id, 404);
        return view('invoice', ['invoice' => $invoice]);
    }

    public function article($id)
    {
        // ok: php-idor
        return view('article', ['article' => Article::findOrFail($id)]);
    }
}

package com.example.billing;

import java.util.List;
import java.util.Map;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/invoices")
class InvoiceController {
    private final InvoiceDao invoices;

    InvoiceController(InvoiceDao invoices) {
        this.invoices = invoices;
    }

    @GetMapping
    List<Map<String, Object>> list(@RequestParam String customer, @RequestParam(defaultValue = "ASC") String direction) {
        return invoices.findByCustomer(customer, direction);
    }
}

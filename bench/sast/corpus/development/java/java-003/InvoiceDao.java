package com.example.billing;

import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

@Repository
class InvoiceDao {
    private final JdbcTemplate template;

    InvoiceDao(JdbcTemplate template) {
        this.template = template;
    }

    List<Map<String, Object>> findByCustomer(String customer, String direction) {
        String order = direction.toUpperCase();
        StringBuilder query = new StringBuilder("SELECT id, cents FROM invoice WHERE customer = ?");
        query.append(" ORDER BY issued ").append(order);
        return template.queryForList(query.toString(), customer);
    }
}

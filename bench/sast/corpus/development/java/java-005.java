package com.example.people;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class EmployeeSearch {
    @PersistenceContext
    private EntityManager entityManager;

    @GetMapping("/employees")
    public List<?> search(@RequestParam("office") String office, @RequestParam("level") int level) {
        return entityManager
                .createQuery("SELECT e FROM Employee e WHERE e.level >= " + level + " AND e.office = '" + office + "'")
                .getResultList();
    }
}

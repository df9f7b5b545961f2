package com.example.directory;

import javax.naming.NamingException;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class PhoneBook {
    private final DirContext directory;

    public PhoneBook(DirContext directory) {
        this.directory = directory;
    }

    @GetMapping("/phone")
    public boolean isKnown(@RequestParam String name) throws NamingException {
        SearchControls controls = new SearchControls();
        controls.setSearchScope(SearchControls.SUBTREE_SCOPE);
        return directory.search("ou=people", "(&(objectClass=person)(cn={0}))", new Object[] {name}, controls).hasMore();
    }
}
